import { invalidState, notFound } from '../../../core/errors';
import { startContentDeletion } from '../../platform/stored-content/start-deletion';
import type { Viewer } from '../../platform/api-keys/inbox-limit';
import { findVisibleEmail } from './find';
import { transitionEmail } from './transition';
import type { Email } from '../../../db/records/emails';

/** Cancels a scheduled email. Once this function returns, the email cannot be sent. */
export async function cancelEmail(viewer: Viewer, id: string): Promise<Email> {
  const email = await findVisibleEmail(viewer, id);
  if (!email) throw notFound('email');
  if (email.status !== 'scheduled') throw notCancelableError(email);

  // The scheduler claims an email by moving it from scheduled to queued, so the first writer wins.
  if (!(await transitionEmail(email, { from: 'scheduled', to: 'canceled' })))
    throw notCancelableError((await findVisibleEmail(viewer, id)) ?? email);
  await startContentDeletion(email);
  return { ...email, status: 'canceled' };
}

const notCancelableError = ({ status, approvalId }: Email) =>
  invalidState(
    status === 'queued' && approvalId
      ? 'The email is queued as a held draft. To withdraw it, reject its approval'
      : `The email is ${status}: only a scheduled email can be canceled`,
  );
