type ScriptUrlPolicy = { createScriptURL(url: string): string };
type PolicyFactory = { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy };

const policyFactory = (): PolicyFactory | undefined =>
  // The DOM types know no Trusted Types; the policy answers an object that only script sinks read.
  (window as Window & { trustedTypes?: PolicyFactory }).trustedTypes;

const known = new Set<string>();
let policy: ScriptUrlPolicy | undefined;

/**
 * Starting a worker is a Trusted Types sink: the one policy of the app lets exactly those scripts through that the code
 * itself names, on our own origin. Call it with what the build gave, never with anything that was read.
 */
export const trustedScriptUrl = (url: string): string => {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError('Not a script of ours');
  known.add(url);
  policy ??= policyFactory()?.createPolicy('tambay', {
    createScriptURL(asked) {
      if (!known.has(asked)) throw new TypeError('Not a script of ours');
      return asked;
    },
  });
  return policy?.createScriptURL(url) ?? url;
};
