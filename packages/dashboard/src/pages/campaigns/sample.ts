import { fillPlaceholders, fillPlaceholdersInHtml } from '../../parts/placeholders';
import type { CampaignText } from './content-fields';

/** A sample contact for previews. An attribute that the contact lacks is rendered as empty text. */
export const sampleContact: Record<string, string> = {
  email: 'kim@example.com',
  first_name: 'Kim',
  last_name: 'Berger',
  name: 'Kim Berger',
  unsubscribe_url: 'https://example.com/unsubscribe',
};

export const renderForSampleContact = ({ subject, html }: CampaignText): CampaignText => ({
  subject: fillPlaceholders(subject, sampleContact),
  html: fillPlaceholdersInHtml(html, sampleContact),
});
