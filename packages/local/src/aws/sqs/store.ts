import { join } from 'node:path';
import { DurableMap } from '../../machine/durable-map';
import type { Receipt, StoredMessage } from './message';

/**
 * The messages of all queues. A message exists as long as `messages` has an entry for it. Receipts are stored
 * separately, so that receiving a message does not write its body again.
 */
export class MessageStore {
  private readonly messages: DurableMap<StoredMessage>;
  private readonly receipts: DurableMap<Receipt>;

  constructor(dataDir: string) {
    this.messages = new DurableMap(join(dataDir, 'sqs-messages.jsonl'));
    this.receipts = new DurableMap(join(dataDir, 'sqs-receipts.jsonl'));
    // If the runtime was killed between the two deletes of a message, the receipt remains without a message.
    for (const id of this.receipts.keys()) if (!this.messages.has(id)) this.receipts.delete(id);
  }

  all(): StoredMessage[] {
    return this.messages.values();
  }

  find(id: string): StoredMessage | undefined {
    return this.messages.get(id);
  }

  findReceipt(id: string): Receipt | undefined {
    return this.receipts.get(id);
  }

  save(message: StoredMessage): void {
    this.messages.set(message.id, message);
  }

  saveReceipt(id: string, receipt: Receipt): void {
    this.receipts.set(id, receipt);
  }

  /** Moves a message to another queue, where its receive count restarts at zero. */
  moveTo(message: StoredMessage): void {
    this.save(message);
    this.receipts.delete(message.id);
  }

  delete(id: string): void {
    this.messages.delete(id);
    this.receipts.delete(id);
  }

  close(): void {
    this.messages.close();
    this.receipts.close();
  }
}
