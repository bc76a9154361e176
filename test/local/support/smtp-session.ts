import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** An SMTP client that sends exactly what a test specifies. */
export class SmtpSession {
  private buffered = '';

  private constructor(private socket: Socket) {
    this.listenForData();
  }

  /** Opens a session, reads the greeting and sends EHLO. */
  static async open(port: number, helo = 'mx.shop.test'): Promise<SmtpSession> {
    const session = new SmtpSession(connectTcp(port, '127.0.0.1'));
    await session.readReply();
    await session.sendCommand(`EHLO ${helo}`);
    return session;
  }

  /** Sends a line and returns all lines of the reply. */
  async sendCommand(line: string): Promise<string> {
    this.socket.write(`${line}\r\n`);
    return this.readReply();
  }

  async sendCommands(lines: string[]): Promise<string[]> {
    const replies: string[] = [];
    for (const line of lines) replies.push(await this.sendCommand(line));
    return replies;
  }

  /** Sends the body after DATA. The test must include line breaks and dot-stuffing. */
  async sendBody(body: string | Buffer): Promise<string> {
    this.socket.write(body);
    return this.sendCommand('\r\n.');
  }

  async startTls(): Promise<TLSSocket> {
    const tlsSocket = connectTls({ socket: this.socket, rejectUnauthorized: false });
    this.socket.removeAllListeners('data');
    await once(tlsSocket, 'secureConnect');
    this.socket = tlsSocket;
    this.listenForData();
    return tlsSocket;
  }

  close(): void {
    this.socket.destroy();
  }

  private listenForData(): void {
    this.socket.on('data', (data: Buffer) => {
      this.buffered += data.toString();
      this.socket.emit('said');
    });
    // The server may close the connection first.
    this.socket.on('error', () => undefined);
  }

  private async readReply(): Promise<string> {
    while (!/^\d{3} .*\r\n$/m.test(this.buffered)) await once(this.socket, 'said');
    const reply = this.buffered;
    this.buffered = '';
    return reply;
  }
}
