import { absent, all, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { erase, writeTogether } from '../../../db/transaction';
import type { Email } from '../../../db/records/emails';

/** Takes an email away that surely never left, and that nobody has begun to send since; false where that is not so. */
export const unmakeEmail = ({ workspaceId, id }: Email): Promise<boolean> =>
  writeTogether([erase(keys.email(workspaceId, id), all(is('status', 'queued'), absent('attempt')))]);
