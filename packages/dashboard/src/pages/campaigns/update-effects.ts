import type { Broadcast } from '@carrier-nest/sdk';
import type { SuccessEffects } from '../../parts/success-effects';

/** Shows an updated campaign immediately and refreshes the list. */
export const updateEffects = (
  id: string,
  successToast: SuccessEffects<Broadcast>['successToast'] & {},
): SuccessEffects<Broadcast> => ({
  successToast,
  resultKey: ['campaign', id],
  invalidateKeys: [['campaigns']],
});
