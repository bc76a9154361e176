import type { RenderedTemplate } from '@carrier-nest/sdk';
import { useState } from 'react';
import { MailFrame } from '../../parts/mail-frame';
import { Tabs } from '../../parts/tabs';

const partTabs = [
  ['html', 'HTML preview'],
  ['text', 'Text preview'],
  ['source', 'Source'],
] as const;

/** A preview of an unsent email, with its subject and each of its parts. */
export function MailPreview({ mail: { subject, html, text } }: { mail: RenderedTemplate }) {
  const [part, setPart] = useState<(typeof partTabs)[number][0]>('html');
  return (
    <div className="rendered">
      <p className="subject">{subject || '(No subject)'}</p>
      <Tabs label="Parts of the email" tabs={partTabs} selected={part} onSelect={setPart}>
        {part === 'html' && <MailFrame html={html} title="Rendered HTML" />}
        {part === 'text' && (
          <pre className="mail-text">{text ?? 'Generated from the HTML when the email is sent.'}</pre>
        )}
        {part === 'source' && <pre className="source">{html}</pre>}
      </Tabs>
    </div>
  );
}
