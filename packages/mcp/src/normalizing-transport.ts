import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { normalizeMessage } from './normalize-message.ts';

export class NormalizingTransport extends StdioServerTransport {
  /** `serveStdio` sets `onmessage` before it starts the transport. */
  override start(): Promise<void> {
    const receive = this.onmessage;
    this.onmessage = (message) => receive?.(normalizeMessage(message));
    return super.start();
  }
}
