import type { Contact } from '@carrier-nest/sdk';
import type { SuccessEffects } from '../../parts/success-effects';

/** Shows an updated contact immediately and refreshes every list that may contain the contact. */
export const updateEffects = (
  id: string,
  successToast: SuccessEffects<Contact>['successToast'] & {},
): SuccessEffects<Contact> => ({
  successToast,
  resultKey: ['contact', id],
  invalidateKeys: [['contacts'], ['members'], ['tags'], ['preferences'], ['suppressions']],
});
