import { Service } from '../../test/support/service';
import { ServiceTable } from '../../test/support/table';
import { cpuOf, readCpu } from '../cpu';
import { createBulkSender, sendMany } from '../load';
import { verdict, type Table } from '../table';
import { measureSesFloor } from './floor';
import { fullRate, runCampaign, setRate, type Run } from './run';

/** So many that the beginning and the end of a campaign count for little. */
const contactCount = 5_000;

/** How fast a campaign is, beside single sends and beside a function that does nothing but call SES. */
export async function measureCampaignSpeed(): Promise<Table[]> {
  const service = await Service.start();
  const table = await ServiceTable.open(service);
  try {
    await setRate(service, fullRate);
    // Functions are slower when they are new.
    await runCampaign(service, table, 1_000);
    const run = await runCampaign(service, table, contactCount);
    return [speedTable(run, await measureSingleSends(service), await measureSesFloor())];
  } finally {
    table.close();
    await service.stop();
  }
}

interface SingleSends {
  perSecond: number;
  /** CPU of all functions, and of the thread alone that sends, a mail. */
  cpuMs: number;
  sendingMs: number;
}

/** Sends of the API, one mail each, to their Delivery events. */
async function measureSingleSends(service: Service): Promise<SingleSends> {
  const mails = 1_000;
  const sender = await createBulkSender(service);
  await sendMany(service, sender, { mails: 200, concurrency: 32 });
  await service.settle();
  const [before, startedAt] = [readCpu(), performance.now()];
  await sendMany(service, sender, { mails, concurrency: 32 });
  await service.settle();
  const seconds = (performance.now() - startedAt) / 1000;
  const after = readCpu();
  const cpu = (after?.workers ?? 0) - (before?.workers ?? 0);
  const sending = cpuOf(after, 'sendEmail') - cpuOf(before, 'sendEmail');
  return {
    perSecond: mails / seconds,
    cpuMs: (cpu / mails) * 1000,
    sendingMs: (sending / mails) * 1000,
  };
}

function speedTable(run: Run, singles: SingleSends, floorMs: number): Table {
  const perSecond = run.size / run.allSeconds;
  const msPerMail = (seconds: number): number => (seconds / run.size) * 1000;
  const mailingMs = msPerMail(run.cpuOfMailing);
  const [speedup, floorRatio] = [perSecond / singles.perSecond, mailingMs / floorMs];
  return {
    id: 'campaign-speed',
    title: 'A campaign beside single sends of the same mail, and beside a function that only calls SES',
    head: ['what', 'campaign', 'single send', 'only SES', 'budget', ''],
    rows: [
      ['mails a second, events included', perSecond.toFixed(0), singles.perSecond.toFixed(0), '', '', ''],
      ['that many times as fast', speedup.toFixed(1), 1, '', 3, speedup >= 3 ? 'kept' : '**missed**'],
      [
        'ms of CPU a mail of the thread that hands it over',
        mailingMs.toFixed(1),
        singles.sendingMs.toFixed(1),
        floorMs.toFixed(1),
        '',
        '',
      ],
      [
        'times the floor',
        floorRatio.toFixed(1),
        (singles.sendingMs / floorMs).toFixed(1),
        1,
        3,
        verdict(floorRatio, 3),
      ],
      [
        'ms of all functions’ CPU a mail, events and garbage collection included',
        msPerMail(run.cpuOfFunctions).toFixed(1),
        singles.cpuMs.toFixed(1),
        '',
        '',
        '',
      ],
    ],
  };
}
