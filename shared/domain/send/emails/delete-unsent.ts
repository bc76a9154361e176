import { attributeNotExists, all, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { deleteWrite, writeTransaction } from '../../../db/transaction';
import type { Email } from '../../../db/records/emails';

/** Deletes an email that was never submitted. Returns false if an attempt has already claimed the email. */
export const deleteUnsentEmail = ({ workspaceId, id }: Email): Promise<boolean> =>
  writeTransaction([
    deleteWrite(keys.email(workspaceId, id), all(is('status', 'queued'), attributeNotExists('attempt'))),
  ]);
