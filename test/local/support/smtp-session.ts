import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** A client that says exactly what a test wants to have said. */
export class SmtpSession {
  private received = '';

  private constructor(private socket: Socket) {
    this.listen();
  }

  /** Greeted and introduced. */
  static async open(port: number, helo = 'mx.shop.test'): Promise<SmtpSession> {
    const session = new SmtpSession(connectTcp(port, '127.0.0.1'));
    await session.answer();
    await session.say(`EHLO ${helo}`);
    return session;
  }

  /** Says a line and gives the answer, all its lines. */
  async say(line: string): Promise<string> {
    this.socket.write(`${line}\r\n`);
    return this.answer();
  }

  async sayAll(lines: string[]): Promise<string[]> {
    const answers: string[] = [];
    for (const line of lines) answers.push(await this.say(line));
    return answers;
  }

  /** After DATA. A body says its own line breaks and dots. */
  async sendBody(body: string | Buffer): Promise<string> {
    this.socket.write(body);
    return this.say('\r\n.');
  }

  async upgrade(): Promise<TLSSocket> {
    const secure = connectTls({ socket: this.socket, rejectUnauthorized: false });
    this.socket.removeAllListeners('data');
    await once(secure, 'secureConnect');
    this.socket = secure;
    this.listen();
    return secure;
  }

  close(): void {
    this.socket.destroy();
  }

  private listen(): void {
    this.socket.on('data', (data: Buffer) => {
      this.received += data.toString();
      this.socket.emit('said');
    });
    // The server may hang up first.
    this.socket.on('error', () => undefined);
  }

  private async answer(): Promise<string> {
    while (!/^\d{3} .*\r\n$/m.test(this.received)) await once(this.socket, 'said');
    const answer = this.received;
    this.received = '';
    return answer;
  }
}
