import type { Topic } from '../../../shared/db/records/topics';
import type { Workspace } from '../../../shared/db/records/workspaces';
import { html, type Html } from '../../../shared/text/html';
import type { Page } from '../../../shared/http/page';

interface UnsubscribeView {
  token: string;
  address: string;
  workspace: Workspace;
  /** What the link is about; undefined for all marketing mail, null for a topic that is gone. */
  topic: Topic | null | undefined;
}

/** Changes nothing by itself: scanners follow links. */
export const unsubscribePromptPage = (view: UnsubscribeView): Page => ({
  title: 'Unsubscribe?',
  main: html`<p>Then <b>${view.address}</b> gets ${describeStoppedMail(view)}.</p>
    <form method="post"><button>Unsubscribe</button></form>
    ${preferencesLink(view)}`,
});

export const unsubscribedPage = (view: UnsubscribeView): Page => ({
  title: 'You are unsubscribed',
  main: html`<p role="status">
      <b>${view.address}</b> gets ${describeStoppedMail(view)}. What is on its way already may still arrive.
    </p>
    ${preferencesLink(view)}`,
});

function describeStoppedMail({ topic, workspace: { name } }: UnsubscribeView): Html {
  if (topic === undefined) return html`no more marketing mail from <b>${name}</b>`;
  if (topic === null) return html`no more mail about this from <b>${name}</b>`;
  return html`no more mail about <b>${topic.name}</b> from <b>${name}</b>`;
}

const preferencesLink = ({ token }: UnsubscribeView): Html =>
  html`<p><a href="../preferences/${token}">Choose what you get</a></p>`;
