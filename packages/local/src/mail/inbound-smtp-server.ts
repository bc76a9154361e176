import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Clock } from '../clock/clock';
import { replaceHeaders } from '../mime/headers';
import type { Resolver } from '../network/resolver';
import { authenticateMail } from './authenticate';
import { incomingBytesMax, newReceiptId, type MailReceiver } from './mail-receiver';

export interface InboundSmtpOptions {
  clock: Clock;
  region: string;
  resolver: Resolver;
  receiving: MailReceiver;
  /** Whether this account receives mail for the address. */
  receivesMailFor: (address: string) => Promise<boolean>;
}

/** The mail server (MX) of all domains of the service. */
export class InboundSmtpServer {
  private readonly server: SMTPServer;

  constructor(private readonly options: InboundSmtpOptions) {
    this.server = new SMTPServer({
      name: this.hostname(),
      banner: 'Carrier Nest, local',
      size: incomingBytesMax,
      disabledCommands: ['AUTH'],
      disableReverseLookup: true,
      closeTimeout: 1000,
      logger: false,
      onRcptTo: ({ address }, _session, done) => callBackWhenDone(this.refuseUnknown(address), done),
      onData: (stream, session, done) => callBackWhenDone(this.accept(stream, session), done),
    });
    // Aborted connections emit an error. Without a listener, the error would end the process.
    this.server.on('error', () => undefined);
  }

  /** Listens on 127.0.0.1 and resolves to the port. */
  async listen(port: number): Promise<number> {
    const server = this.server.listen(port, '127.0.0.1');
    await new Promise<void>((resolve, reject) => {
      server.once('listening', resolve);
      server.once('error', reject);
    });
    // The address of a TCP server has a port.
    return (server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async refuseUnknown(address: string): Promise<void> {
    if (await this.options.receivesMailFor(address)) return;
    throw smtpError(
      550,
      `5.1.1 <${address}>: unknown mailbox. This server only receives email. To send email, use the API`,
    );
  }

  /** Accepts an email. When the method returns, the email is on disk and its notification is published. */
  private async accept(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const raw = await readStream(stream);
    if (stream.sizeExceeded) throw smtpError(552, '5.3.4 Message is larger than 40 MB');

    const { mailFrom, rcptTo } = session.envelope;
    const sender = mailFrom ? mailFrom.address : '';
    const rcpts = rcptTo.map(({ address }) => address);
    const connection = { mailFrom: sender, clientIp: session.remoteAddress, helo: session.hostNameAppearsAs };
    const { verdicts, results } = await authenticateMail(raw, connection, this.options.resolver);
    const receiptId = newReceiptId();
    const stamped = replaceHeaders(
      raw,
      [],
      [
        { name: 'Received', value: this.receivedHeader(session, receiptId, rcpts) },
        { name: 'Authentication-Results', value: results },
      ],
    );
    await this.options.receiving.receive({ mailFrom: sender, rcpts, raw: stamped, verdicts, receiptId });
  }

  private receivedHeader(session: SMTPServerSession, receiptId: string, rcpts: string[]): string {
    // If there are several recipients, the header names no recipient, so that it does not reveal a Bcc.
    const [rcpt, ...others] = rcpts;
    const recipient = rcpt && others.length === 0 ? [`for ${rcpt}`] : [];
    const lines = [
      `from ${session.hostNameAppearsAs} ([${session.remoteAddress}])`,
      `by ${this.hostname()} with ${session.transmissionType} id ${receiptId}`,
      ...recipient,
    ];
    const date = new Date(this.options.clock.now()).toUTCString().replace('GMT', '+0000 (UTC)');
    return `${lines.join('\r\n ')};\r\n ${date}`;
  }

  private hostname(): string {
    return `inbound-smtp.${this.options.region}.amazonaws.com`;
  }
}

function callBackWhenDone(work: Promise<void>, done: (error?: Error | null) => void): void {
  work.then(
    () => done(),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
}

/**
 * Reads the whole stream even above the limit, because clients read the response only after they have sent everything.
 */
async function readStream(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const source: AsyncIterable<Buffer> = stream;
  for await (const chunk of source) if (!stream.sizeExceeded) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
