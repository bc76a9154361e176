import type { Contact } from '@carrier-nest/sdk';
import { ConfirmButton } from '../../parts/confirm-button';
import { useClient } from '../../service/client';
import { updateEffects } from './update-effects';

/** On behalf of somebody who asked: no more marketing mail, or marketing mail again. */
export function SubscriptionToggle({ contact }: { contact: Contact }) {
  const { email, unsubscribed } = contact;
  const client = useClient();
  const texts = unsubscribed ? resubscribeTexts : unsubscribeTexts;
  return (
    <ConfirmButton
      buttonLabel={texts.button}
      title={`${texts.button} ${email}?`}
      confirmLabel={texts.action}
      onConfirm={() => client.updateContact(contact.id, { unsubscribed: !unsubscribed })}
      {...updateEffects(contact.id, (updated) =>
        updated.unsubscribed ? `${email} gets no marketing mail any more.` : `${email} is subscribed again.`,
      )}
    >
      <p>{texts.meaning}</p>
    </ConfirmButton>
  );
}

const unsubscribeTexts = {
  button: 'Unsubscribe',
  action: 'Unsubscribe them',
  meaning:
    'They get no marketing mail any more. What is scheduled to them is canceled, and automations that they are in end: subscribing them again does not bring those back.',
};

const resubscribeTexts = {
  button: 'Subscribe again',
  action: 'Subscribe them',
  meaning: 'They opted out of marketing mail. Write again only if they asked you to.',
};
