import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { barriersOn, desk, excessWidth, open, phone, until, useBrowser } from './browser';
import { ownService } from './own-service';
import { aBusyWorkspace } from './scene';

/** SCREENSHOTS names a folder for pictures of every page: to be looked at, and for the docs. */
const pictures = process.env['SCREENSHOTS'];

const service = ownService();
useBrowser();

let scene: Awaited<ReturnType<typeof aBusyWorkspace>>;
beforeAll(async () => {
  scene = await aBusyWorkspace(service());
});

const pages: readonly (readonly [name: string, path: () => string, heading: string | RegExp])[] = [
  ['outbox', () => '/outbox?to=kim@example.com', 'Outbox'],
  ['log', () => '/log', 'Log'],
  ['log-none', () => '/log?status=failed', 'Log'],
  ['message', () => `/log/${scene.first}`, 'Your parcel is on its way'],
  ['message-bounced', () => `/log/${scene.bounced}`, 'Your invoice'],
  ['message-scheduled', () => `/log/${scene.scheduled}`, 'A reminder'],
  ['message-unknown', () => '/log/00000000-0000-7000-8000-000000000000', 'Message'],
  ['conversations', () => '/conversations', 'Conversations'],
  ['conversations-all', () => '/conversations?show=all', 'Conversations'],
  ['conversation', () => `/conversations/${scene.thread}`, 'Where is my parcel?'],
  ['approvals', () => '/approvals', 'Approvals'],
  ['automations', () => '/automations', 'Automations'],
  ['automation', () => `/automations/${scene.automation}`, 'Trial'],
  ['automation-copied', () => `/automations/new?from=${scene.automation}`, 'Write an automation'],
  ['automation-event', () => '/automations/event?name=trial_started', 'Send an event'],
  ['webhooks', () => '/webhooks', 'Webhooks'],
  ['webhook', () => `/webhooks/${scene.endpoint}`, /hooks\.acme\.example/],
  ['campaigns', () => '/campaigns', 'Campaigns'],
  ['campaigns-none', () => '/campaigns?show=failed', 'Campaigns'],
  ['campaign-new', () => '/campaigns/new?template=newsletter', 'Write a campaign'],
  ['campaign-draft', () => `/campaigns/${scene.campaigns.draft}`, 'October'],
  ['campaign-edit', () => `/campaigns/${scene.campaigns.draft}/edit`, 'Change October'],
  ['campaign-running', () => `/campaigns/${scene.campaigns.running}`, 'September'],
  ['campaign-due', () => `/campaigns/${scene.campaigns.due}`, 'November'],
  ['campaign-too-few', () => `/campaigns/${scene.campaigns.small}`, 'Too few'],
  ['campaign-messages', () => `/campaigns/${scene.campaigns.running}/messages`, 'Messages'],
  ['templates', () => '/templates', 'Templates'],
  ['template-new', () => '/templates/_new', 'Write a template'],
  ['template', () => '/templates/newsletter', 'Newsletter'],
  ['domains', () => '/domains', 'Domains'],
  ['domain', () => `/domains/${scene.domain}`, /northwind\.example/],
  ['suppressions', () => '/suppressions', 'Suppressions'],
  ['topics', () => '/topics', 'Topics'],
  ['keys', () => '/keys', 'API keys'],
  ['usage', () => '/usage', 'Usage'],
  ['reference', () => '/reference', 'Reference'],
  ['reference-operation', () => '/reference/sendEmail', 'Send an email'],
  ['people', () => '/people', 'People'],
  ['people-none', () => '/people?tag=nobody', 'People'],
  ['person', () => `/people/${scene.people.person}`, 'nora@example.com'],
  ['import', () => '/people/import', 'Import people'],
  ['audiences', () => '/audiences', 'Audiences'],
  ['audience', () => `/audiences/${scene.people.audience}`, 'Customers'],
  ['segments', () => '/segments', 'Segments'],
  ['segment', () => `/segments/${scene.people.segment}`, 'Small customers'],
  ['segment-new', () => '/segments/new', 'New segment'],
  ['segment-edit', () => `/segments/${scene.people.segment}/edit`, 'Change Small customers'],
  ['properties', () => '/properties', 'Properties'],
  ['write', () => '/write', 'Write a mail'],
  ['clock', () => '/clock', 'Clock'],
  ['calls', () => '/calls', 'Calls'],
  ['faults', () => '/faults', 'Faults'],
  ['network', () => '/network', 'DNS and hosts'],
  ['no-such-page', () => '/elsewhere', 'No such page'],
];

/** The API says 404 of a mail that is not there, and the browser says so too. */
const expected = /status of 404/;

/** Axe takes longest. Colours are the same on both screens. */
interface Looked {
  /** Where axe looks, and in which colours: `1440 light`. */
  axeOn: readonly string[];
}

/** Opens every page on a desk and on a phone, in both colours. */
export function lookAtEveryPage({ axeOn }: Looked): void {
  test.each(pages)('%s keeps nobody out and complains of nothing', async (name, path, heading) => {
    const { page, context, complaints } = await open(`${service().at.console}/app${path()}`);
    await arrived(page, heading);

    for (const viewport of [desk, phone]) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await picture(page, `${name}-${viewport.width}-${colorScheme}`);
        const at = `${viewport.width} ${colorScheme}`;
        if (axeOn.includes(at)) expect([at, await barriersOn(page)]).toEqual([at, []]);
      }
      expect([viewport.width, await excessWidth(page)]).toEqual([viewport.width, 0]);
    }

    expect(await page.title()).toMatch(/ · Carrier Nest$/);
    expect(complaints.filter((text) => !(name === 'message-unknown' && expected.test(text)))).toEqual([]);
    await context.close();
  });

  test('a screen of 4K is used', async () => {
    const viewport = { width: 3_840, height: 2_160 };
    const { page, context } = await open(`${service().at.console}/app/log`, { viewport });
    await arrived(page, 'Log');

    await picture(page, 'log-3840-light');

    expect(await page.evaluate(`document.querySelector('table').clientWidth`)).toBeGreaterThan(1_500);
    await context.close();
  });
}

async function arrived(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await until(async () => (await page.locator('.loading').count()) === 0);
  await until(() => Promise.resolve(page.frames().every((frame) => frame.url() !== 'about:blank')));
}

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}
