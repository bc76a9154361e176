import AxeBuilder from '@axe-core/playwright';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { waitMaxMs, waitUntil as eventually } from '../../support/wait-until';

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
export const desktop = { width: 1_440, height: 900 };

/** A page as somebody has it open, and all that went wrong in it. */
export interface OpenedPage {
  page: Page;
  context: BrowserContext;
  /** Errors in the console, those of the policy too, and what was thrown. */
  consoleErrors: string[];
  /** Every address that was asked for. */
  requestedUrls: string[];
}

export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: desktop,
    timezoneId: 'Europe/Vienna',
    locale: 'en-GB',
    // A colour on its way to another one is neither.
    reducedMotion: 'reduce',
    ...options,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.setDefaultTimeout(waitMaxMs);
  const [consoleErrors, requestedUrls]: [string[], string[]] = [[], []];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(String(error)));
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.goto(url);
  return { page, context, consoleErrors, requestedUrls };
}

/** Opens pages below this address; each is closed after its test. */
export function usePages(
  baseUrl: () => string,
): (path?: string, options?: BrowserContextOptions) => Promise<OpenedPage> {
  useBrowser();
  let openedPage: OpenedPage | undefined;
  afterEach(async () => {
    await openedPage?.context.close();
    openedPage = undefined;
  });
  return async (path = '', options) => (openedPage = await openPage(`${baseUrl()}${path}`, options));
}

/** What axe finds that keeps somebody out. Mail in frames is as its author wrote it. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.flat().join()} ${failureSummary}`),
    );
}

/** By how much the page is wider than the screen. */
export const measureOverflowPx = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Waits until it holds. The policy of the pages forbids what Playwright would do by itself. */
export const waitUntilTrue = (condition: () => Promise<boolean>): Promise<void> =>
  eventually(condition, () => `It never came to ${condition.toString()}`);
