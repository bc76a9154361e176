import { useState } from 'react';
import { MailFrame } from './mail-frame';
import { Tabs } from './tabs';

interface MailBodyProps {
  html: string | null;
  text: string | null;
  /** Of the frame. */
  title: string;
}

/** The text of a mail, and its HTML as its reader sees it. */
export function MailBody({ html, text, title }: MailBodyProps) {
  const [tab, setTab] = useState<'html' | 'text'>(html ? 'html' : 'text');
  const textView = <pre className="mail-text">{text ?? 'It has no text.'}</pre>;
  if (!html) return textView;
  return (
    <Tabs
      label="What it says"
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
