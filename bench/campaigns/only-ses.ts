import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { readOwnThread } from '../cpu';
import { runPaced } from '../../shared/async/run-paced';

/** What a function that does nothing but call SES takes; prints its CPU a mail, in ms. */
const [endpoint = '', from = '', mails = '0'] = process.argv.slice(2);

const warmUp = 500;
const credentials = { accessKeyId: 'BENCH', secretAccessKey: 'secret' };
const client = new SESv2Client({ endpoint, region: 'us-east-1', credentials });

const rawTo = (to: string): Buffer =>
  Buffer.from(
    [
      `From: ${from}`,
      `To: ${to}`,
      'Subject: News',
      'Message-ID: <1@bench.example>',
      'Content-Type: text/html; charset=utf-8',
      '',
      `<p>Hi Alexandra, <a href="https://acme.test/x">look</a></p>${'<p>It is a mail like others.</p>'.repeat(40)}`,
    ].join('\r\n'),
  );

const send = (many: number) =>
  runPaced(
    Array.from({ length: many }, (_, at) => `person-${at}@example.com`),
    { atOnceMax: 20, perSecondMax: Infinity },
    async (to) => {
      const Destination = { ToAddresses: [to] };
      const Content = { Raw: { Data: rawTo(to) } };
      await client.send(new SendEmailCommand({ FromEmailAddress: from, Destination, Content }));
    },
  );

async function main(): Promise<void> {
  await send(warmUp);
  const before = readOwnThread();
  await send(Number(mails));
  process.stdout.write(String(((readOwnThread() - before) * 1000) / Number(mails)));
}

void main();
