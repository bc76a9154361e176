import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  findAccessibilityViolations,
  desktop,
  measureOverflowPx,
  openPage,
  phone,
  waitUntilTrue,
  useBrowser,
} from './browser';
import { useOwnService } from './use-own-service';
import { createSampleWorkspace } from './sample-workspace';

/** If SCREENSHOTS names a folder, the tests write a screenshot of every page to that folder. */
const screenshotsDir = process.env['SCREENSHOTS'];

const service = useOwnService();
useBrowser();

let sample: Awaited<ReturnType<typeof createSampleWorkspace>>;
beforeAll(async () => {
  sample = await createSampleWorkspace(service());
});

const pages: readonly (readonly [name: string, path: () => string, heading: string | RegExp])[] = [
  ['outbox', () => '/outbox?to=kim@example.com', 'Outbox'],
  ['log', () => '/log', 'Log'],
  ['log-none', () => '/log?status=failed', 'Log'],
  ['message', () => `/log/${sample.first}`, 'Your parcel is on its way'],
  ['message-bounced', () => `/log/${sample.bounced}`, 'Your invoice'],
  ['message-scheduled', () => `/log/${sample.scheduled}`, 'A reminder'],
  ['message-unknown', () => '/log/00000000-0000-7000-8000-000000000000', 'Message'],
  ['conversations', () => '/conversations', 'Conversations'],
  ['conversations-all', () => '/conversations?show=all', 'Conversations'],
  ['conversation', () => `/conversations/${sample.thread}`, 'Where is my parcel?'],
  ['approvals', () => '/approvals', 'Approvals'],
  ['automations', () => '/automations', 'Automations'],
  ['automation', () => `/automations/${sample.automation}`, 'Trial'],
  ['automation-copied', () => `/automations/new?from=${sample.automation}`, 'Create automation'],
  ['automation-event', () => '/automations/event?name=trial_started', 'Send event'],
  ['webhooks', () => '/webhooks', 'Webhooks'],
  ['webhook', () => `/webhooks/${sample.endpoint}`, /hooks\.acme\.example/],
  ['campaigns', () => '/campaigns', 'Campaigns'],
  ['campaigns-none', () => '/campaigns?show=failed', 'Campaigns'],
  ['campaign-new', () => '/campaigns/new?template=newsletter', 'Create campaign'],
  ['campaign-draft', () => `/campaigns/${sample.campaigns.draft}`, 'October'],
  ['campaign-edit', () => `/campaigns/${sample.campaigns.draft}/edit`, 'Edit October'],
  ['campaign-running', () => `/campaigns/${sample.campaigns.running}`, 'September'],
  ['campaign-due', () => `/campaigns/${sample.campaigns.due}`, 'November'],
  ['campaign-too-few', () => `/campaigns/${sample.campaigns.small}`, 'Too few'],
  ['campaign-messages', () => `/campaigns/${sample.campaigns.running}/messages`, 'Messages'],
  ['templates', () => '/templates', 'Templates'],
  ['template-new', () => '/templates/_new', 'Create template'],
  ['template', () => '/templates/newsletter', 'Newsletter'],
  ['domains', () => '/domains', 'Domains'],
  ['domain', () => `/domains/${sample.domain}`, /northwind\.example/],
  ['suppressions', () => '/suppressions', 'Suppressions'],
  ['topics', () => '/topics', 'Topics'],
  ['keys', () => '/keys', 'API keys'],
  ['usage', () => '/usage', 'Usage'],
  ['reference', () => '/reference', 'API reference'],
  ['reference-operation', () => '/reference/sendEmail', 'Send an email'],
  ['people', () => '/people', 'Contacts'],
  ['people-none', () => '/people?tag=nobody', 'Contacts'],
  ['person', () => `/people/${sample.people.person}`, 'nora@example.com'],
  ['import', () => '/people/import', 'Import contacts'],
  ['audiences', () => '/audiences', 'Audiences'],
  ['audience', () => `/audiences/${sample.people.audience}`, 'Customers'],
  ['segments', () => '/segments', 'Segments'],
  ['segment', () => `/segments/${sample.people.segment}`, 'Small customers'],
  ['segment-new', () => '/segments/new', 'Create segment'],
  ['segment-edit', () => `/segments/${sample.people.segment}/edit`, 'Edit Small customers'],
  ['properties', () => '/properties', 'Properties'],
  ['write', () => '/write', 'Simulate inbound email'],
  ['clock', () => '/clock', 'Clock'],
  ['calls', () => '/calls', 'AWS calls'],
  ['faults', () => '/faults', 'Faults'],
  ['network', () => '/network', 'DNS and hosts'],
  ['no-such-page', () => '/elsewhere', 'Page not found'],
];

/** The browser logs the 404 response for an unknown email as an error. */
const expectedError = /status of 404/;

interface AccessibilityOptions {
  /** Viewport widths and color schemes to check with axe, such as `1440 light`. Axe is the slowest part of the test. */
  axeOn: readonly string[];
}

/** Opens every page at desktop and phone size, in both color schemes. */
export function testEveryPage({ axeOn }: AccessibilityOptions): void {
  test.each(pages)(
    '%s has no accessibility violations and no console errors',
    async (name, path, heading) => {
      const { page, context, consoleErrors } = await openPage(`${service().metadata.console}/app${path()}`);
      await waitUntilLoaded(page, heading);

      for (const viewport of [desktop, phone]) {
        await page.setViewportSize(viewport);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await takeScreenshot(page, `${name}-${viewport.width}-${colorScheme}`);
          const viewportAndScheme = `${viewport.width} ${colorScheme}`;
          if (axeOn.includes(viewportAndScheme))
            expect([viewportAndScheme, await findAccessibilityViolations(page)]).toEqual([
              viewportAndScheme,
              [],
            ]);
        }
        expect([viewport.width, await measureOverflowPx(page)]).toEqual([viewport.width, 0]);
      }

      expect(await page.title()).toMatch(/ · Carrier Nest$/);
      expect(
        consoleErrors.filter((text) => !(name === 'message-unknown' && expectedError.test(text))),
      ).toEqual([]);
      await context.close();
    },
  );

  test('the log uses the width of a 4K screen', async () => {
    const viewport = { width: 3_840, height: 2_160 };
    const { page, context } = await openPage(`${service().metadata.console}/app/log`, { viewport });
    await waitUntilLoaded(page, 'Log');

    await takeScreenshot(page, 'log-3840-light');

    expect(await page.evaluate(`document.querySelector('table').clientWidth`)).toBeGreaterThan(1_500);
    await context.close();
  });
}

async function waitUntilLoaded(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await waitUntilTrue(async () => (await page.locator('.loading').count()) === 0);
  await waitUntilTrue(() => Promise.resolve(page.frames().every((frame) => frame.url() !== 'about:blank')));
}

async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!screenshotsDir) return;
  mkdirSync(screenshotsDir, { recursive: true });
  await page.screenshot({ path: join(screenshotsDir, `${name}.png`) });
}
