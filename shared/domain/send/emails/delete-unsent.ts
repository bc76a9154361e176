import { attributeNotExists, all, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { deleteWrite, writeTransaction } from '../../../db/transaction';
import type { Email } from '../../../db/records/emails';

/** Takes an email away that surely never left, and that nobody has begun to send since; false where that is not so. */
export const deleteUnsentEmail = ({ workspaceId, id }: Email): Promise<boolean> =>
  writeTransaction([
    deleteWrite(keys.email(workspaceId, id), all(is('status', 'queued'), attributeNotExists('attempt'))),
  ]);
