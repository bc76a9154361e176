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

/** Starts one browser for the tests of a file. */
export function useBrowser(): void {
  beforeAll(async () => {
    const executablePath = process.env['CHROMIUM'];
    if (!executablePath)
      throw new Error('CHROMIUM is not set. Run the tests with npm test, which finds a browser.');
    browser = await chromium.launch({ executablePath });
  });

  afterAll(() => browser.close());
}

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1_440, height: 900 };

/** An open page, with its errors and requests. */
export interface OpenedPage {
  page: Page;
  context: BrowserContext;
  /** Errors and warnings in the console, including Content-Security-Policy violations, and uncaught exceptions. */
  consoleErrors: string[];
  /** Every URL that the page requested. */
  requestedUrls: string[];
}

export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: desktop,
    timezoneId: 'Europe/Vienna',
    locale: 'en-GB',
    // Prevents axe from measuring the contrast of a color during a transition.
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

/** Opens pages below this URL, and closes them after each test. */
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

/** Returns the serious and critical violations that axe finds outside the frames with the HTML of emails. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.flat().join()} ${failureSummary}`),
    );
}

/** Returns the number of pixels by which the page is wider than the screen. */
export const measureOverflowPx = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Polls the condition. The Content-Security-Policy of the pages blocks Playwright's `waitForFunction`. */
export const waitUntilTrue = (condition: () => Promise<boolean>): Promise<void> =>
  eventually(condition, () => `The condition never became true: ${condition.toString()}`);
