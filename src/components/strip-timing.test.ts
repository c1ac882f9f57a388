import { describe, expect, it } from 'vitest';
import { firstStripPhase, nextStripPhase, type StripEvent, type StripPhase } from './strip-timing.ts';

const phasesOf = (...events: StripEvent[]): StripPhase[] => {
  const phases: StripPhase[] = [];
  events.reduce<StripPhase>((phase, event) => {
    const next = nextStripPhase(phase, event);
    phases.push(next);
    return next;
  }, 'hidden');
  return phases;
};
const offline: StripEvent = { type: 'status', status: 'offline' };
const connecting: StripEvent = { type: 'status', status: 'connecting' };
const upToDate: StripEvent = { type: 'status', status: 'upToDate' };
const timeUp: StripEvent = { type: 'timeUp' };

describe('the strip', () => {
  it('says nothing while all is well', () => {
    expect(phasesOf(upToDate, upToDate)).toEqual(['hidden', 'hidden']);
  });

  it('keeps quiet about trouble that is over in time', () => {
    expect(phasesOf(offline, connecting, upToDate)).toEqual(['waiting', 'waiting', 'hidden']);
  });

  it('says at once on a screen that opens without a network', () => {
    expect(firstStripPhase('offline')).toBe('shown');
    expect(nextStripPhase(firstStripPhase('offline'), offline)).toBe('shown');
    for (const status of ['connecting', 'sending', 'upToDate'] as const)
      expect(firstStripPhase(status)).toBe('hidden');
  });

  it('goes without a word when something is left that the line cannot help', () => {
    const quiet: StripEvent = { type: 'status', status: 'quiet' };
    expect(phasesOf(offline, timeUp, quiet)).toEqual(['waiting', 'shown', 'hidden']);
    expect(phasesOf(quiet, timeUp, upToDate)).toEqual(['hidden', 'hidden', 'hidden']);
  });

  it('shows trouble that lasts, and says when it is over', () => {
    expect(phasesOf(offline, timeUp, connecting, upToDate, timeUp)).toEqual([
      'waiting',
      'shown',
      'shown',
      'farewell',
      'hidden',
    ]);
  });

  it('stays when trouble comes back during the farewell', () => {
    expect(phasesOf(offline, timeUp, upToDate, offline)).toEqual(['waiting', 'shown', 'farewell', 'shown']);
  });
});
