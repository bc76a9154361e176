import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { readThreadCpu } from '../cpu';
import { forEachRateLimited } from '../../shared/async/for-each-rate-limited';

/** Prints the CPU time per email, in ms, of code that only calls SES. */
const [endpoint = '', from = '', mails = '0'] = process.argv.slice(2);

const warmUpMails = 500;
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

const sendMails = (mailCount: number) =>
  forEachRateLimited(
    Array.from({ length: mailCount }, (_, index) => `person-${index}@example.com`),
    { concurrencyMax: 20, perSecondMax: Infinity },
    async (to) => {
      const Destination = { ToAddresses: [to] };
      const Content = { Raw: { Data: rawTo(to) } };
      await client.send(new SendEmailCommand({ FromEmailAddress: from, Destination, Content }));
    },
  );

async function main(): Promise<void> {
  await sendMails(warmUpMails);
  const before = readThreadCpu();
  await sendMails(Number(mails));
  process.stdout.write(String(((readThreadCpu() - before) * 1000) / Number(mails)));
}

void main();
