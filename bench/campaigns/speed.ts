import { Service } from '../../test/support/service';
import { ServiceTable } from '../../test/support/table';
import { cpuOf, readCpu } from '../cpu';
import { createBulkSender, sendMany } from '../load';
import { verdict, type Table } from '../table';
import { measureSesFloor } from './floor';
import { fullRate, runCampaign, setRate, type Run } from './run';

/** Large enough that the start and end of a campaign are negligible. */
const contactCount = 5_000;

/** Compares the speed of a campaign with single sends, and with code that only calls SES. */
export async function measureCampaignSpeed(): Promise<Table[]> {
  const service = await Service.start();
  const table = await ServiceTable.open(service);
  try {
    await setRate(service, fullRate);
    // Warm up first, because new function instances are slower.
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
  /** CPU time per email of all functions. `sendingMs` is the CPU time of the sending thread alone. */
  cpuMs: number;
  sendingMs: number;
}

/** Measures API sends of one email each, up to the Delivery events. */
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
    title: 'A campaign compared with single sends of the same email, and with code that only calls SES',
    head: ['metric', 'campaign', 'single send', 'only SES', 'budget', ''],
    rows: [
      ['emails a second, with events', perSecond.toFixed(0), singles.perSecond.toFixed(0), '', '', ''],
      ['rate relative to single sends', speedup.toFixed(1), 1, '', 3, speedup >= 3 ? 'met' : '**missed**'],
      [
        'CPU of the sending thread, ms per email',
        mailingMs.toFixed(1),
        singles.sendingMs.toFixed(1),
        floorMs.toFixed(1),
        '',
        '',
      ],
      [
        'CPU relative to code that only calls SES',
        floorRatio.toFixed(1),
        (singles.sendingMs / floorMs).toFixed(1),
        1,
        3,
        verdict(floorRatio, 3),
      ],
      [
        'CPU of all functions, with events and garbage collection, ms per email',
        msPerMail(run.cpuOfFunctions).toFixed(1),
        singles.cpuMs.toFixed(1),
        '',
        '',
        '',
      ],
    ],
  };
}
