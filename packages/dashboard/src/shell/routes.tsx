import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { Page } from '../parts/page';
import { Loading } from '../parts/states';
import { useLocal } from '../session/session';

/** A page is fetched when it is first visited. */
const pageOf = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

const pages: readonly (readonly [path: string, page: ComponentType])[] = [
  ['/log', pageOf(async () => (await import('../pages/log/log')).Log)],
  ['/log/:id', pageOf(async () => (await import('../pages/log/message')).Message)],
  [
    '/conversations',
    pageOf(async () => (await import('../pages/conversations/conversations')).Conversations),
  ],
  [
    '/conversations/:id',
    pageOf(async () => (await import('../pages/conversations/conversation')).Conversation),
  ],
  ['/automations', pageOf(async () => (await import('../pages/automations/automations')).Automations)],
  [
    '/automations/new',
    pageOf(async () => (await import('../pages/automations/new-automation')).NewAutomation),
  ],
  ['/automations/event', pageOf(async () => (await import('../pages/automations/event')).EventPage)],
  ['/automations/:id', pageOf(async () => (await import('../pages/automations/automation')).AutomationPage)],
  ['/webhooks', pageOf(async () => (await import('../pages/webhooks/webhooks')).Webhooks)],
  ['/webhooks/:id', pageOf(async () => (await import('../pages/webhooks/endpoint')).EndpointPage)],
  ['/approvals', pageOf(async () => (await import('../pages/approvals/approvals')).Approvals)],
  ['/people', pageOf(async () => (await import('../pages/people/people')).People)],
  ['/people/import', pageOf(async () => (await import('../pages/import/import')).Import)],
  ['/people/:id', pageOf(async () => (await import('../pages/people/person')).Person)],
  ['/audiences', pageOf(async () => (await import('../pages/audiences/audiences')).Audiences)],
  ['/audiences/:id', pageOf(async () => (await import('../pages/audiences/audience')).AudiencePage)],
  ['/segments', pageOf(async () => (await import('../pages/segments/segments')).Segments)],
  ['/segments/new', pageOf(async () => (await import('../pages/segments/new-segment')).NewSegment)],
  ['/segments/:id', pageOf(async () => (await import('../pages/segments/segment')).SegmentPage)],
  ['/segments/:id/edit', pageOf(async () => (await import('../pages/segments/edit-segment')).EditSegment)],
  ['/properties', pageOf(async () => (await import('../pages/properties/properties')).Properties)],
  ['/campaigns', pageOf(async () => (await import('../pages/campaigns/campaigns')).Campaigns)],
  ['/campaigns/new', pageOf(async () => (await import('../pages/campaigns/new-campaign')).NewCampaign)],
  ['/campaigns/:id', pageOf(async () => (await import('../pages/campaigns/campaign')).CampaignPage)],
  [
    '/campaigns/:id/edit',
    pageOf(async () => (await import('../pages/campaigns/edit-campaign')).EditCampaign),
  ],
  ['/campaigns/:id/messages', pageOf(async () => (await import('../pages/campaigns/messages')).Messages)],
  ['/templates', pageOf(async () => (await import('../pages/templates/templates')).Templates)],
  ['/templates/_new', pageOf(async () => (await import('../pages/templates/template')).NewTemplate)],
  ['/templates/:slug', pageOf(async () => (await import('../pages/templates/template')).TemplatePage)],
  ['/domains', pageOf(async () => (await import('../pages/domains/domains')).Domains)],
  ['/domains/:id', pageOf(async () => (await import('../pages/domains/domain')).DomainPage)],
  ['/suppressions', pageOf(async () => (await import('../pages/suppressions/suppressions')).Suppressions)],
  ['/topics', pageOf(async () => (await import('../pages/topics/topics')).Topics)],
  ['/keys', pageOf(async () => (await import('../pages/keys/keys')).Keys)],
  ['/reference', pageOf(async () => (await import('../pages/reference/reference')).Reference)],
  ['/reference/:id', pageOf(async () => (await import('../pages/reference/operation')).OperationPage)],
  ['/usage', pageOf(async () => (await import('../pages/usage/usage')).UsagePage)],
];

const pagesOfTheMachine: readonly (readonly [path: string, page: ComponentType])[] = [
  ['/outbox/:id?', pageOf(async () => (await import('../pages/outbox/outbox')).Outbox)],
  ['/write', pageOf(async () => (await import('../pages/write/write')).Write)],
  ['/clock', pageOf(async () => (await import('../pages/clock/clock')).ClockPage)],
  ['/calls', pageOf(async () => (await import('../pages/calls/calls')).Calls)],
  ['/faults', pageOf(async () => (await import('../pages/faults/faults')).Faults)],
  ['/network', pageOf(async () => (await import('../pages/network/network')).Network)],
];

export function Routes() {
  const hasControl = useLocal()?.control ?? false;
  return (
    <Suspense fallback={<Loading />}>
      <Switch>
        <Route path="/">
          {/* On this machine the first thing to see is the mail itself. */}
          <Redirect to={hasControl ? '/outbox' : '/log'} replace />
        </Route>
        {[...pages, ...(hasControl ? pagesOfTheMachine : [])].map(([path, Shown]) => (
          <Route key={path} path={path}>
            <Shown />
          </Route>
        ))}
        <Route>
          <NoSuchPage />
        </Route>
      </Switch>
    </Suspense>
  );
}

function NoSuchPage() {
  useEffect(() => {
    document.title = 'No such page · Carrier Nest';
  }, []);
  return (
    <Page title="No such page" lead="The address may be mistyped, or come from another version.">
      <p>
        <Link href="/log">Go to the log</Link>
      </p>
    </Page>
  );
}
