import AxeBuilder from '@axe-core/playwright';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { patienceMs, until as eventually } from '../../support/until';

let browser: Browser;

/** One browser for the tests of a file. What a page of it complains about is kept, to be asked for. */
export function useBrowser(): void {
  beforeAll(async () => {
    const executablePath = process.env['CHROMIUM'];
    if (!executablePath) throw new Error('CHROMIUM names no browser: npm test finds one');
    browser = await chromium.launch({ executablePath });
  });

  afterAll(() => browser.close());
}

export const phone = { width: 390, height: 844 };
export const desk = { width: 1_440, height: 900 };

/** A page as somebody has it open, and all that went wrong in it. */
export interface Opened {
  page: Page;
  context: BrowserContext;
  /** Errors in the console, those of the policy too, and what was thrown. */
  complaints: string[];
  /** Every address that was asked for. */
  asked: string[];
}

export async function open(url: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({
    viewport: desk,
    timezoneId: 'Europe/Vienna',
    locale: 'en-GB',
    // A colour on its way to another one is neither.
    reducedMotion: 'reduce',
    ...options,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const [complaints, asked]: [string[], string[]] = [[], []];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(url);
  return { page, context, complaints, asked };
}

/** Opens pages below this address; each is closed after its test. */
export function usePages(
  address: () => string,
): (path?: string, options?: BrowserContextOptions) => Promise<Opened> {
  useBrowser();
  let opened: Opened | undefined;
  afterEach(async () => {
    await opened?.context.close();
    opened = undefined;
  });
  return async (path = '', options) => (opened = await open(`${address()}${path}`, options));
}

/** What axe finds that keeps somebody out. Mail in frames is as its author wrote it. */
export async function barriersOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
    );
}

/** By how much the page is wider than the screen. */
export const excessWidth = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Waits until it holds. The policy of the pages forbids what Playwright would do by itself. */
export const until = (holds: () => Promise<boolean>): Promise<void> =>
  eventually(holds, () => `It never came to ${holds.toString()}`);
