import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import {
  type Answer,
  AUTHORITATIVE_ANSWER,
  decode,
  encode,
  type Packet,
  type Question,
  RECURSION_AVAILABLE,
} from 'dns-packet';
import type { RecordType, Resolution, Zone } from './zone';

const recordTypes: readonly string[] = ['A', 'AAAA', 'MX', 'TXT', 'CNAME'] satisfies RecordType[];
const responseCodes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3 };

/** The functions' resolver. Serves the records of the zone over UDP on loopback. */
export class DnsServer {
  private readonly socket: Socket = createSocket('udp4');

  constructor(private readonly zone: Pick<Zone, 'resolve'>) {}

  get port(): number {
    return this.socket.address().port;
  }

  async start(): Promise<void> {
    this.socket.on('message', (bytes, sender) => this.response(bytes, sender));
    this.socket.bind(0, '127.0.0.1');
    await once(this.socket, 'listening');
  }

  async stop(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }

  private response(bytes: Buffer, sender: RemoteInfo): void {
    const query = readQuery(bytes);
    const question = query?.questions?.[0];
    if (!query || !question) return;

    const found = this.lookUp(question);
    if (found.status === 'TIMEOUT') return;
    const response: Packet = {
      type: 'response',
      id: query.id ?? 0,
      flags:
        ((query.flags ?? 0) & 0x0100) |
        AUTHORITATIVE_ANSWER |
        RECURSION_AVAILABLE |
        responseCodes[found.status],
      questions: [question],
      answers: answersOf(question, found),
    };
    this.socket.send(encode(response), sender.port, sender.address);
  }

  private lookUp({ name, type }: Question): Resolution<RecordType> {
    // If the zone does not support the type, look up TXT to find out whether the name exists.
    return isRecordType(type)
      ? this.zone.resolve(name, type)
      : { ...this.zone.resolve(name, 'TXT'), values: [] };
  }
}

/** Returns undefined for a packet that is not a DNS query. The server does not respond to such a packet. */
function readQuery(bytes: Buffer): Packet | undefined {
  try {
    const packet = decode(bytes);
    return packet.type === 'query' ? packet : undefined;
  } catch {
    return undefined;
  }
}

function answersOf(question: Question, found: Resolution<RecordType>): Answer[] {
  // Repeat the spelling of the question, because resolvers compare the spelling.
  const spelling = (index: number): string =>
    index === 0 ? question.name : (found.aliases[index] ?? found.name);
  const aliases = found.aliases.map((_, index): Answer => ({
    type: 'CNAME',
    name: spelling(index),
    ttl: 0,
    data: spelling(index + 1),
  }));
  const owner = spelling(found.aliases.length);
  return [...aliases, ...found.values.map((value) => record(owner, question.type, value))];
}

function record(
  name: string,
  type: Question['type'],
  value: Resolution<RecordType>['values'][number],
): Answer {
  if (typeof value !== 'string') {
    return { type: 'MX', name, ttl: 0, data: { exchange: value.exchange, preference: value.priority } };
  }
  if (type === 'TXT') return { type, name, ttl: 0, data: textParts(value) };
  if (type === 'A' || type === 'AAAA') return { type, name, ttl: 0, data: value };
  return { type: 'CNAME', name, ttl: 0, data: value };
}

/** A character-string of a TXT record has at most 255 bytes. */
function textParts(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const starts = Array.from(
    { length: Math.max(1, Math.ceil(bytes.length / 255)) },
    (_, index) => index * 255,
  );
  return starts.map((start) => bytes.subarray(start, start + 255));
}

function isRecordType(type: string): type is RecordType {
  return recordTypes.includes(type);
}
