import postcss, { CssSyntaxError, type Declaration, type Rule } from 'postcss';
import { DomainError } from '#platform/domain-error.ts';
import { PROPERTIES, SAFE_NAME, safeValue, STYLE_PROPERTIES } from './svg-allow-list.ts';
import type { SvgElement } from './svg-element.ts';

const MAX_RULES = 1000;
/** Classes of one element. */
const MAX_CLASSES = 20;

/** The order in which declarations win: attribute, type, class, both, id, style attribute, and any that is important. */
const WEIGHTS = {
  attribute: 0,
  type: 1,
  class: 10,
  typeAndClass: 11,
  id: 100,
  style: 1000,
  important: 10_000,
};

interface SafeDeclaration {
  readonly property: string;
  readonly value: string;
  readonly isImportant: boolean;
}

interface StyleRule {
  /** Empty for every type. */
  readonly type: string;
  readonly weight: number;
  /** Of rules of the same weight, the later one wins. */
  readonly order: number;
  readonly declarations: readonly SafeDeclaration[];
}

/** The rules of an SVG that apply to single elements, and its color schemes. */
export interface SvgStyles {
  /** The properties of an element in effect, from its attributes, the rules, and its style attribute. */
  propertiesOf(element: SvgElement): ReadonlyMap<string, string>;
  /** Rules for the light or the dark scheme of the reader, as CSS; empty if there are none. */
  readonly schemes: string;
}

const SELECTOR = /^([A-Za-z]*)(?:([.#])([A-Za-z_][\w-]{0,99}))?$/;
const SCHEME = /^\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)$/;

/** Reads a style sheet. Everything but rules for a type, a class or an id with allowed properties is ignored. */
export function readStyles(styleSheet: string): SvgStyles {
  const rules = new Map<string, StyleRule[]>();
  let schemes = '';
  let count = 0;
  const add = (rule: Rule) => {
    count += rule.selectors.length;
    if (count > MAX_RULES) throw new DomainError('unsupported', 'The style sheet in the SVG is too long.');
    const declarations = safeDeclarations(rule.nodes);
    for (const selector of rule.selectors) {
      const [, type = '', sign = '', name = ''] = SELECTOR.exec(selector) ?? [];
      if (type === '' && sign === '') continue;
      const key = sign === '' ? type : sign + name;
      const weight = sign === '#' ? WEIGHTS.id : sign === '' ? WEIGHTS.type : typeWeight(type);
      rules.set(key, [...(rules.get(key) ?? []), { type, weight, order: count, declarations }]);
    }
  };
  for (const node of parse(styleSheet)) {
    if (node.type === 'rule') add(node);
    else if (node.type === 'atrule' && node.name === 'media') {
      const scheme = SCHEME.exec(node.params)?.[1];
      if (scheme !== undefined) schemes += schemeRules(scheme, node.nodes ?? []);
    }
  }
  return { schemes, propertiesOf: (element) => propertiesOf(element, rules) };
}

const typeWeight = (type: string) => (type === '' ? WEIGHTS.class : WEIGHTS.typeAndClass);

function parse(css: string): readonly postcss.ChildNode[] {
  try {
    return postcss.parse(css).nodes;
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error;
    throw new DomainError('unsupported', 'The style sheet in the SVG is damaged.', {}, { cause: error });
  }
}

function safeDeclarations(nodes: readonly postcss.ChildNode[]): SafeDeclaration[] {
  return nodes
    .filter((node): node is Declaration => node.type === 'decl')
    .flatMap(({ prop, value, important }) => {
      const property = prop.toLowerCase();
      const safe = PROPERTIES.has(property) || STYLE_PROPERTIES.has(property) ? safeValue(value) : null;
      return safe === null || safe === '' ? [] : [{ property, value: safe, isImportant: important === true }];
    });
}

/** Without references, which would not be counted. */
function schemeRules(scheme: string, nodes: readonly postcss.ChildNode[]): string {
  const rules = nodes.flatMap((node) => {
    if (node.type !== 'rule') return [];
    const selectors = node.selectors.filter((selector) => selector !== '' && SELECTOR.test(selector));
    const declarations = safeDeclarations(node.nodes).filter(({ value }) => !value.includes('url('));
    if (selectors.length === 0 || declarations.length === 0) return [];
    return [
      `${selectors.join(',')}{${declarations.map(({ property, value }) => `${property}:${value}`).join(';')}}`,
    ];
  });
  return rules.length === 0 ? '' : `@media (prefers-color-scheme:${scheme}){${rules.join('')}}`;
}

function propertiesOf(
  element: SvgElement,
  rules: ReadonlyMap<string, readonly StyleRule[]>,
): ReadonlyMap<string, string> {
  const found = new Map<string, { value: string; weight: number }>();
  const apply = (declarations: readonly SafeDeclaration[], base: number) => {
    for (const { property, value, isImportant } of declarations) {
      const weight = isImportant ? base + WEIGHTS.important : base;
      if (weight >= (found.get(property)?.weight ?? 0)) found.set(property, { value, weight });
    }
  };
  const { name, attributes } = element;
  for (const [property, text] of attributes) {
    const value = PROPERTIES.has(property) ? safeValue(text) : null;
    if (value !== null && value !== '') apply([{ property, value, isImportant: false }], WEIGHTS.attribute);
  }
  const keys = [name, ...classesOf(element).map((one) => `.${one}`), `#${attributes.get('id') ?? ''}`];
  const applicable = keys
    .flatMap((key) => rules.get(key) ?? [])
    .toSorted((first, second) => first.order - second.order);
  for (const { type, weight, declarations } of applicable)
    if (type === '' || type === name) apply(declarations, weight);
  const style = attributes.get('style');
  if (style !== undefined) apply(safeDeclarations(parse(style)), WEIGHTS.style);
  return new Map(Array.from(found, ([property, { value }]) => [property, value]));
}

export const classesOf = ({ attributes }: SvgElement): string[] =>
  (attributes.get('class') ?? '')
    .split(/\s+/)
    .filter((name) => SAFE_NAME.test(name))
    .slice(0, MAX_CLASSES);
