/** Tabs, segments and menus that show one of several panes: they work without scripts and by keyboard. Pure. */
import type { ComponentChildren } from 'preact';
import { Select } from './inputs.tsx';

interface Tab {
  title: string;
  /** Of its radio button or option. Default the title. */
  value?: string;
  /** How many things are in it; 0 is not shown. */
  count?: number | undefined;
}

interface TabListProps {
  /** What the tabs show, for screen readers. */
  label: string;
  /** Tells them apart from other tabs of the page. */
  group: string;
  tabs: readonly Tab[];
  /** Tabs are places, segments are views of one thing, a menu has many. Default tabs. */
  kind?: 'tabs' | 'seg' | 'menu' | undefined;
  /** The tab in front at first. Default the first. */
  front?: string | undefined;
  class?: string;
  /** The form that the controls belong to, where that is not the one around them. */
  form?: string;
  /** Whether Alt and a digit select a tab. */
  hasShortcuts?: boolean | undefined;
}

/** The list of tabs. The style sheet shows the pane with the number of the chosen one. */
export function TabList({
  kind = 'tabs',
  label,
  group,
  tabs,
  front,
  form,
  hasShortcuts,
  ...props
}: TabListProps) {
  const chosen = tabs.find(({ title, value = title }) => value === front) ?? tabs[0];
  if (kind === 'menu')
    return (
      <Select
        kind="quiet"
        aria-label={label}
        name={group}
        form={form}
        options={tabs.map(({ title, value = title }) => [value, title])}
        value={chosen?.value ?? chosen?.title}
      />
    );
  return (
    <fieldset class={`pg-${kind} ${props.class ?? ''}`.trim()}>
      <legend class="pg-hide">{label}</legend>
      {tabs.map((tab, index) => (
        <label class={`pg-${kind}__item`} key={tab.title}>
          <input
            class={`pg-${kind}__radio`}
            type="radio"
            name={group}
            form={form}
            value={tab.value ?? tab.title}
            data-n={index + 1}
            defaultChecked={tab === chosen}
            aria-keyshortcuts={hasShortcuts ? `Alt+${index + 1}` : undefined}
          />
          {tab.title}
          {tab.count !== undefined && (
            <span class="pg-seg__count" aria-hidden="true">
              {tab.count || ''}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

interface TabsProps extends Pick<TabListProps, 'label' | 'group' | 'kind' | 'front' | 'hasShortcuts'> {
  /** A tab that is false is left out. */
  tabs: readonly (false | (Tab & { content: ComponentChildren }))[];
  id?: string;
  /** Whether the tab that the reader chose last is in front, wherever that was. */
  isRemembered?: boolean;
  /** What stands beside the tabs. */
  before?: ComponentChildren;
  after?: ComponentChildren;
  /** Classes of the whole and of its head. */
  class?: string;
  headClass?: string;
}

export function Tabs({ id, isRemembered = false, tabs: all, before, after, headClass, ...list }: TabsProps) {
  const tabs = all.filter((tab) => tab !== false);
  return (
    <div
      class={`pg-set ${list.class ?? ''}`.trim()}
      id={id}
      data-remember={isRemembered ? list.group : undefined}
    >
      <div class={`pg-set__head ${headClass ?? ''}`.trim()}>
        {before}
        {(tabs.length > 1 || list.kind !== 'seg') && <TabList {...list} class="" tabs={tabs} />}
        {after}
      </div>
      {tabs.map(({ title, content }, index) => (
        <div class="pg-set__pane" data-n={index + 1} key={title}>
          {content}
        </div>
      ))}
    </div>
  );
}
