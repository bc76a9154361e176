import { filled, filledHtml } from '../../parts/placeholders';
import type { CampaignCopy } from './content-fields';

/** Somebody of the audience. What a contact does not have is empty. */
export const kim: Record<string, string> = {
  email: 'kim@example.com',
  first_name: 'Kim',
  last_name: 'Berger',
  name: 'Kim Berger',
};

export const forKim = ({ subject, html }: CampaignCopy): CampaignCopy => ({
  subject: filled(subject, kim),
  html: filledHtml(html, kim),
});
