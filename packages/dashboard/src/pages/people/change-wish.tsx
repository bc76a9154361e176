import type { Contact } from '@carrier-nest/sdk';
import { Confirmed } from '../../parts/confirmed';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { useChanged } from './use-changed';

/** On behalf of somebody who asked: no more marketing mail, or marketing mail again. */
export function ChangeWish({ contact }: { contact: Contact }) {
  const { email, unsubscribed } = contact;
  const client = useClient();
  const changed = useChanged();
  const say = useToast();
  const words = unsubscribed ? again : noMore;
  return (
    <Confirmed
      says={words.button}
      title={`${words.button} ${email}?`}
      action={words.action}
      does={() => client.updateContact(contact.id, { unsubscribed: !unsubscribed })}
      onDone={async (now) => {
        say(now.unsubscribed ? `${email} gets no marketing mail any more.` : `${email} is subscribed again.`);
        await changed(now);
      }}
    >
      <p>{words.meaning}</p>
    </Confirmed>
  );
}

const noMore = {
  button: 'Unsubscribe',
  action: 'Unsubscribe them',
  meaning:
    'They get no marketing mail any more. What is scheduled to them is canceled, and automations that they are in end: subscribing them again does not bring those back.',
};

const again = {
  button: 'Subscribe again',
  action: 'Subscribe them',
  meaning: 'They opted out of marketing mail. Write again only if they asked you to.',
};
