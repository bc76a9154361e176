import { useState } from 'react';
import { MailFrame } from './mail-frame';
import { Tabs } from './tabs';

interface MailBodyProps {
  html: string | null;
  text: string | null;
  /** The title of the frame. */
  title: string;
}

/** The text of an email, and its HTML as the recipient sees it. */
export function MailBody({ html, text, title }: MailBodyProps) {
  const [tab, setTab] = useState<'html' | 'text'>(html ? 'html' : 'text');
  const textView = <pre className="mail-text">{text ?? 'No text content.'}</pre>;
  if (!html) return textView;
  return (
    <Tabs
      label="Content"
      tabs={[
        ['html', 'HTML'],
        ['text', 'Text'],
      ]}
      selected={tab}
      onSelect={setTab}
    >
      {tab === 'text' ? textView : <MailFrame html={html} title={title} />}
    </Tabs>
  );
}
