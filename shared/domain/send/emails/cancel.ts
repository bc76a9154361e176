import { invalidState, notFound } from '../../../core/errors';
import { startContentDeletion } from '../../platform/stored-content/start-deletion';
import { findEmail } from './find';
import { transitionEmail } from './transition';
import type { Email } from '../../../db/records/emails';

/** Cancels a scheduled email. Once this function returns, the email cannot be sent. */
export async function cancelEmail(workspaceId: string, id: string): Promise<Email> {
  const email = await findEmail(workspaceId, id);
  if (!email) throw notFound('email');
  if (email.status !== 'scheduled') throw notCancelableError(email);

  // The scheduler claims an email by moving it from scheduled to queued, so the first writer wins.
  if (!(await transitionEmail(email, { from: 'scheduled', to: 'canceled' })))
    throw notCancelableError((await findEmail(workspaceId, id)) ?? email);
  await startContentDeletion(email);
  return { ...email, status: 'canceled' };
}

const notCancelableError = ({ status, approvalId }: Email) =>
  invalidState(
    status === 'queued' && approvalId
      ? 'The email is queued as a held draft. To withdraw it, reject its approval'
      : `The email is ${status}: only a scheduled email can be canceled`,
  );
