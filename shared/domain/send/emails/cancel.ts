import { invalidState, notFound } from '../../../core/errors';
import { findEmail } from './find';
import { transitionEmail } from './transition';
import type { Email } from '../../../db/records/emails';

/** Cancels a scheduled email. Once this returns, the email does not go out. */
export async function cancelEmail(workspaceId: string, id: string): Promise<Email> {
  const email = await findEmail(workspaceId, id);
  if (!email) throw notFound('email');
  if (email.status !== 'scheduled') throw notCancelableError(email);

  // The due-time worker takes an email by moving it from scheduled to queued, so whoever moves it first wins.
  if (await transitionEmail(email, { from: 'scheduled', to: 'canceled' }))
    return { ...email, status: 'canceled' };
  throw notCancelableError((await findEmail(workspaceId, id)) ?? email);
}

const notCancelableError = ({ status, approvalId }: Email) =>
  invalidState(
    status === 'queued' && approvalId
      ? 'The email is queued: it is a held draft, which is withdrawn by rejecting its approval'
      : `The email is ${status}, and only a scheduled one can be canceled`,
  );
