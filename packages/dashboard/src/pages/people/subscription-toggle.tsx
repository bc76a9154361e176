import type { Contact } from '@carrier-nest/sdk';
import { ConfirmButton } from '../../parts/confirm-button';
import { useClient } from '../../service/client';
import { updateEffects } from './update-effects';

/** Unsubscribes or resubscribes a contact at the contact's request. */
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
        updated.unsubscribed ? `${email} was unsubscribed.` : `${email} was resubscribed.`,
      )}
    >
      <p>{texts.meaning}</p>
    </ConfirmButton>
  );
}

const unsubscribeTexts = {
  button: 'Unsubscribe',
  action: 'Unsubscribe contact',
  meaning:
    'The contact gets no more marketing email. Scheduled emails to the contact are canceled, and active enrollments end. Resubscribing does not restore them.',
};

const resubscribeTexts = {
  button: 'Resubscribe',
  action: 'Resubscribe contact',
  meaning: 'The contact opted out of marketing email. Resubscribe the contact only at the contact’s request.',
};
