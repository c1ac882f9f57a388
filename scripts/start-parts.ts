import type { Plugin, Rolldown } from 'vite';
import { SCREEN_GROUPS } from './screen-groups.ts';

const ENGINE = /[\\/]sync[\\/]index\.ts$/;
const MEMBER = /[\\/]routes[\\/]_member(?:\._chats)?\.tsx\?/;
/** Every visitor loads these files: signing in must not wait for the engine. */
const FIRST = /^(?:index|react|router|libraries|app)$/;
/** Every start of a member runs these files. */
const START =
  /^(?:index|react|router|libraries|app|icons|sync|engine|shared|tables|member|member-libraries|_member(?:\._chats)?)$/;
/**
 * V8 compiles the functions of a file with this comment on another thread, while it loads; without it each of them is compiled
 * on the main thread when it is first called.
 * https://explainers-by-googlers.github.io/explicit-javascript-compile-hints-file-based/
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';
const ROUTE = /[\\/]routes[\\/].*\?/;
const PUBLIC = /[\\/]routes[\\/](?:_public\.|reset-password).*\?/;

/** Whether a file of the app imports itself by way of others: what it shares would be missing when it is run. */
const isCyclic = (bundle: Rolldown.OutputBundle, start: string): boolean => {
  const seen = new Set<string>();
  const waiting = [start];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const file = bundle[name];
    for (const next of file?.type === 'chunk' ? file.imports : []) {
      if (next === start) return true;
      if (!seen.has(next)) waiting.push(next);
      seen.add(next);
    }
  }
  return false;
};

/**
 * Which modules a member's start loads after the app itself: the engine, the frame of every screen with the list of chats, the
 * libraries of both, and what the public screens need as well. Left alone they are thirty files, each of which costs an old
 * phone a task of its own.
 */
export const startParts = () => {
  let [engine, member, visitor] = [new Set<string>(), new Set<string>(), new Set<string>()];
  /** How many public screens use a module. */
  const visitors = new Map<string, number>();
  /** The name of the one file of screens that a module is part of. */
  const screens = new Map<string, string>();
  const plugin: Plugin = {
    name: 'tambay:start-parts',
    apply: 'build',
    buildEnd() {
      /** What the parts of the app that are loaded on demand import at once, themselves left out. */
      const reach = (entry: RegExp | string): Set<string> => {
        const found = new Set<string>();
        const waiting =
          typeof entry === 'string' ? [entry] : [...this.getModuleIds()].filter((id) => entry.test(id));
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) {
            if (!found.has(next)) waiting.push(next);
            found.add(next);
          }
        return found;
      };
      [engine, member, visitor] = [reach(ENGINE), reach(MEMBER), reach(PUBLIC)];
      const [early] = [...visitor].filter((id) => ENGINE.test(id));
      if (early) throw new Error(`A public screen imports ${early}: every visitor would load the engine`);
      const users = new Map<string, Set<string>>();
      for (const route of [...this.getModuleIds()].filter((id) => ROUTE.test(id))) {
        const [name = route] = Object.entries(SCREEN_GROUPS).flatMap(([file, is]) =>
          is.test(route) ? [file] : [],
        );
        if (PUBLIC.test(route)) for (const id of reach(route)) visitors.set(id, (visitors.get(id) ?? 0) + 1);
        for (const id of [route, ...reach(route)]) users.set(id, (users.get(id) ?? new Set()).add(name));
      }
      for (const [id, [name, other]] of users)
        if (name !== undefined && name in SCREEN_GROUPS && other === undefined) screens.set(id, name);
    },
    generateBundle: {
      // After Vite has put the list of files to preload at the top: a hint below it is not read.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && START.test(file.name)) file.code = `${COMPILE_HINT}\n${file.code}`;
        checkParts(bundle);
      },
    },
  };
  const checkParts = (bundle: Rolldown.OutputBundle): void => {
    for (const name of Object.keys(bundle))
      if (isCyclic(bundle, name)) throw new Error(`${name} imports itself by way of other files`);
    const early = Object.values(bundle).find(
      (file) =>
        file.type === 'chunk' && FIRST.test(file.name) && file.moduleIds.some((id) => ENGINE.test(id)),
    );
    if (early) throw new Error(`${early.fileName}, which every visitor loads, contains sync/index.ts`);
  };
  /** The bundler's own modules are everybody's. */
  const isStart = (id: string): boolean => !id.startsWith('\0') && (engine.has(id) || member.has(id));
  const isOurs = (id: string): boolean => !id.includes('node_modules') && !visitor.has(id);
  return {
    plugin,
    isEngine: (id: string): boolean => isOurs(id) && engine.has(id),
    isMember: (id: string): boolean => isOurs(id) && member.has(id),
    /** Asked after those two: what is left of both are libraries. */
    isMemberLibrary: (id: string): boolean => isStart(id) && !visitor.has(id),
    /** All of it, libraries or not: a part of it left elsewhere would import the rest, and be imported by it. */
    isShared: (id: string): boolean => isStart(id) && visitor.has(id),
    /** Asked after those: the file of screens that a module is part of, if it is part of one. */
    screensOf: (id: string): string | null =>
      isStart(id) || visitor.has(id) ? null : (screens.get(id) ?? null),
    /** What several public screens use. */
    isVisitors: (id: string): boolean => !id.startsWith('\0') && !isStart(id) && (visitors.get(id) ?? 0) > 1,
    /** Asked after all of those: what the screens that are loaded on demand are made of. */
    isOnDemand: (id: string): boolean => !id.startsWith('\0') && isOurs(id),
  };
};
