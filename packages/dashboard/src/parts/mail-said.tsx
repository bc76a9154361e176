import { useState } from 'react';
import { MailFrame } from './mail-frame';
import { Tabs } from './tabs';

interface MailSaidProps {
  html: string | null;
  text: string | null;
  /** Of the frame. */
  title: string;
}

/** The text of a mail, and its HTML as its reader sees it. */
export function MailSaid({ html, text, title }: MailSaidProps) {
  const [tab, setTab] = useState<'html' | 'text'>(html ? 'html' : 'text');
  const asText = <pre className="said">{text ?? 'It has no text.'}</pre>;
  if (!html) return asText;
  return (
    <Tabs
      label="What it says"
      tabs={[
        ['html', 'HTML'],
        ['text', 'Text'],
      ]}
      chosen={tab}
      onChoose={setTab}
    >
      {tab === 'text' ? asText : <MailFrame html={html} title={title} />}
    </Tabs>
  );
}
