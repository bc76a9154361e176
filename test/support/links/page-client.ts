import type { ApiResponse, Service } from '../service';

type Fields = readonly (readonly [name: string, value: string])[];

/** A client that opens links and submits forms without an API key. */
export class PageClient {
  constructor(private readonly service: Service) {}

  open(path: string): Promise<ApiResponse> {
    return this.service.api('GET', path, { key: null });
  }

  submit(path: string, fields: Fields = []): Promise<ApiResponse> {
    const form = new URLSearchParams();
    for (const [name, value] of fields) form.append(name, value);
    return this.post(path, form.toString(), 'application/x-www-form-urlencoded');
  }

  post(path: string, raw: string, contentType: string): Promise<ApiResponse> {
    return this.service.api('POST', path, { key: null, raw, headers: { 'Content-Type': contentType } });
  }
}

/** Returns the only heading of a page after checking that the page loads no other resources. */
export function headingOf({ headers, body }: ApiResponse): string {
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect(headers.get('location')).toBeNull();
  expect(headers.get('set-cookie')).toBeNull();
  expect(body).toMatch(/^<!doctype html>\s*<html lang="en">/);
  expect(body).toContain('<meta name="viewport" content="width=device-width, initial-scale=1" />');
  expect(body).not.toMatch(/<script|<link|<img|<iframe|\ssrc=|\son\w+=|url\(|@import|https?:/i);
  const headings = [...String(body).matchAll(/<h1>(.*?)<\/h1>/gs)].map(([, text = '']) => text);
  expect(headings).toHaveLength(1);
  expect(body).toContain(`<title>${headings[0]}</title>`);
  return headings[0] ?? '';
}

/** Returns the text of a page without its tags. */
export const textOf = ({ body }: ApiResponse): string =>
  String(body)
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

/** Returns the topics of a preference page and whether each topic is checked. Each checkbox is inside its label. */
export function topicCheckboxesOf({ body }: ApiResponse): Record<string, boolean> {
  const labels = [...String(body).matchAll(/<label>(.*?)<\/label>/gs)].map(([, content = '']) => content);
  const checkboxes = labels.map((label) =>
    /<input type="checkbox" name="topic" value="([^"]*)"([^>]*)>/.exec(label),
  );
  expect(labels).toHaveLength(String(body).match(/type="checkbox"/g)?.length ?? 0);
  return Object.fromEntries(
    checkboxes.map((checkbox) => [checkbox?.[1], checkbox?.[2]?.includes('checked') ?? false]),
  );
}
