import type { Page } from 'playwright-core';

export const csvOf = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n'));

export const header = ['Email Address', 'First Name', 'Tags', 'Plan', 'Seats'];

export const person = (place: number): string[] => [
  `person${place}@example.com`,
  `Zoë “${place}”\nthe ${place}th`,
  place % 2 === 0 ? 'VIP, early bird' : '',
  place % 3 === 0 ? 'pro' : 'free',
  String(place % 100),
];

export const people = (number: number, first = 0): string[][] =>
  Array.from({ length: number }, (_one, place) => person(first + place));

/** On the page of the import. */
export async function readCsv(page: Page, name: string, rows: readonly (readonly string[])[]): Promise<void> {
  await page
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: csvOf([header, ...rows]) });
  await page.getByRole('button', { name: 'Read it' }).click();
}

export const imported = (page: Page, says: string): Promise<void> =>
  page.getByRole('heading', { name: says }).waitFor();

/** A property of numbers, by its page. */
export async function defineNumber(page: Page, name: string, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Define a property' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByLabel('Type', { exact: true }).selectOption('number');
  await page.getByRole('button', { name: 'Save the property' }).click();
  await page.getByRole('rowheader', { name }).waitFor();
}
