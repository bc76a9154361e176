import type { Topic } from '../../../shared/db/records/topics';
import type { Workspace } from '../../../shared/db/records/workspaces';
import { html, type Html } from '../../../shared/text/html';
import type { Page } from '../../../shared/http/page';

interface UnsubscribeView {
  token: string;
  address: string;
  workspace: Workspace;
  /** The topic of the link; undefined for all marketing email, null for a deleted topic. */
  topic: Topic | null | undefined;
}

/** The page that asks for confirmation. Opening the link changes nothing, because scanners also open links. */
export const unsubscribePromptPage = (view: UnsubscribeView): Page => ({
  title: 'Unsubscribe?',
  main: html`<p>If you unsubscribe, <b>${view.address}</b> will receive ${describeStoppedMail(view)}.</p>
    <form method="post"><button>Unsubscribe</button></form>
    ${preferencesLink(view)}`,
});

export const unsubscribedPage = (view: UnsubscribeView): Page => ({
  title: 'You are unsubscribed',
  main: html`<p role="status">
      <b>${view.address}</b> will receive ${describeStoppedMail(view)}. An email that was already sent may
      still arrive.
    </p>
    ${preferencesLink(view)}`,
});

function describeStoppedMail({ topic, workspace: { name } }: UnsubscribeView): Html {
  if (topic === undefined) return html`no more marketing email from <b>${name}</b>`;
  if (topic === null) return html`no more emails about this topic from <b>${name}</b>`;
  return html`no more emails about <b>${topic.name}</b> from <b>${name}</b>`;
}

const preferencesLink = ({ token }: UnsubscribeView): Html =>
  html`<p><a href="../preferences/${token}">Choose which emails you receive</a></p>`;
