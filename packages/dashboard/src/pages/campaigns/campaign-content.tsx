import type { Broadcast } from '@carrier-nest/sdk';
import { MailPreview } from '../templates/mail-preview';
import { SendTest } from '../templates/send-test';
import { renderForSampleContact } from './sample';

/** The email as a sample contact would see it. */
export function CampaignContent({ campaign }: { campaign: Broadcast }) {
  const content = renderForSampleContact(campaign);
  return (
    <section aria-labelledby="content">
      <h2 id="content">Preview</h2>
      <MailPreview mail={{ ...content, text: null }} />
      {campaign.status === 'draft' && (
        <SendTest
          riskClass="marketing"
          buildMail={(from, to) => ({
            from,
            to,
            ...content,
            subject: `[Test] ${content.subject}`,
            risk_class: 'marketing',
          })}
        />
      )}
    </section>
  );
}
