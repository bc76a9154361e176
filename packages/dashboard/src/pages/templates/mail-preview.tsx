import type { RenderedTemplate } from '@carrier-nest/sdk';
import { useState } from 'react';
import { MailFrame } from '../../parts/mail-frame';
import { Tabs } from '../../parts/tabs';

const partTabs = [
  ['html', 'As HTML'],
  ['text', 'As text'],
  ['source', 'Source'],
] as const;

/** A mail that has not left: its subject, and each of its parts. */
export function MailPreview({ mail: { subject, html, text } }: { mail: RenderedTemplate }) {
  const [part, setPart] = useState<(typeof partTabs)[number][0]>('html');
  return (
    <div className="rendered">
      <p className="subject">{subject || 'Without a subject'}</p>
      <Tabs label="Parts of the mail" tabs={partTabs} selected={part} onSelect={setPart}>
        {part === 'html' && <MailFrame html={html} title="The HTML that is being written" />}
        {part === 'text' && (
          <pre className="mail-text">{text ?? 'It is made from the HTML when the mail leaves.'}</pre>
        )}
        {part === 'source' && <pre className="source">{html}</pre>}
      </Tabs>
    </div>
  );
}
