import { Service } from '../../test/support/service';
import { ServiceTable } from '../../test/support/table';
import { cpuOf, readCpu } from '../cpu';
import { aBulkSender, sendMany } from '../load';
import { verdict, type Table } from '../table';
import { measureFloor } from './floor';
import { fullRate, runCampaign, setRate, type Run } from './run';

/** So many that the beginning and the end of a campaign count for little. */
const people = 5_000;

/** How fast a campaign is, beside single sends and beside a function that does nothing but call SES. */
export async function measureCampaignSpeed(): Promise<Table[]> {
  const service = await Service.start();
  const table = await ServiceTable.open(service);
  try {
    await setRate(service, fullRate);
    // Functions are slower when they are new.
    await runCampaign(service, table, 1_000);
    const run = await runCampaign(service, table, people);
    return [speedTable(run, await sendSingles(service), await measureFloor())];
  } finally {
    table.close();
    await service.stop();
  }
}

interface Singles {
  perSecond: number;
  /** CPU of all functions, and of the thread alone that sends, a mail. */
  cpuMs: number;
  sendingMs: number;
}

/** Sends of the API, one mail each, to their Delivery events. */
async function sendSingles(service: Service): Promise<Singles> {
  const mails = 1_000;
  const sender = await aBulkSender(service);
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

function speedTable(run: Run, singles: Singles, floorMs: number): Table {
  const perSecond = run.size / run.allSeconds;
  const ofRun = (seconds: number): number => (seconds / run.size) * 1000;
  const mailingMs = ofRun(run.cpuOfMailing);
  const [faster, overFloor] = [perSecond / singles.perSecond, mailingMs / floorMs];
  return {
    id: 'campaign-speed',
    title: 'A campaign beside single sends of the same mail, and beside a function that only calls SES',
    head: ['what', 'campaign', 'single send', 'only SES', 'budget', ''],
    rows: [
      ['mails a second, events included', perSecond.toFixed(0), singles.perSecond.toFixed(0), '', '', ''],
      ['that many times as fast', faster.toFixed(1), 1, '', 3, faster >= 3 ? 'kept' : '**missed**'],
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
        overFloor.toFixed(1),
        (singles.sendingMs / floorMs).toFixed(1),
        1,
        3,
        verdict(overFloor, 3),
      ],
      [
        'ms of all functions’ CPU a mail, events and garbage collection included',
        ofRun(run.cpuOfFunctions).toFixed(1),
        singles.cpuMs.toFixed(1),
        '',
        '',
        '',
      ],
    ],
  };
}
