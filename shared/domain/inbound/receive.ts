import { fetchRawMail } from '../../aws/raw-mail';
import { logger } from '../../logger';
import { workspacesOf } from './addressees';
import { readMail } from './read-mail';
import type { Receipt } from './receipt';
import { storeInbound } from './store';

/**
 * Takes in a mail that SES has received: each workspace that it is for gets it as a message, once, however often
 * this is called for it.
 */
export async function receiveMail(receipt: Receipt): Promise<void> {
  const workspaceIds = await workspacesOf(receipt.recipients);
  if (workspaceIds.length === 0)
    return logger.warn('mail for no workspace dropped', { receiptId: receipt.receiptId });
  const mail = readMail(await fetchRawMail(receipt.objectKey), receipt);
  // One after the other: what fails is done again, and what is done by then is left as it is.
  for (const workspaceId of workspaceIds) {
    const message = await storeInbound(workspaceId, receipt, mail);
    if (message)
      logger.info('mail received', { workspaceId, messageId: message.id, threadId: message.threadId });
  }
}
