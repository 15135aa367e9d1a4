// What the page loads of a model: its file, and the data that a skinning method reads.
import { getBytes, getPack } from './api.js';

/** Bytes of the files opened last, so that the second side needs no second download. */
const files = new Map();
const FILES_KEPT = 4;
/** Data that was asked for before somebody needs it, by its path. */
const early = new Map();

export async function fileOf(id) {
  if (!files.has(id)) {
    files.set(id, getBytes(`api/models/${id}/file.glb`));
    if (files.size > FILES_KEPT) files.delete(files.keys().next().value);
  }
  try {
    return await files.get(id);
  } catch (error) {
    files.delete(id);
    throw error;
  }
}

const methodPath = (id, method, level) => `api/models/${id}/method/${method}${level ? `?level=${level}` : ''}`;

export function methodData(id, method, level = 0) {
  const path = methodPath(id, method, level);
  const asked = early.get(path);
  early.delete(path);
  return asked ?? getPack(path);
}

/** The method that a model opens with. */
export const methodOf = (row) => row.method ?? 'ssd';

/** Asks for what a model opens with; failures are told to whoever needs it. */
export function askFor(row) {
  const path = methodPath(row.id, methodOf(row), 0);
  early.set(path, getPack(path));
  early.get(path).catch(() => {});
  fileOf(row.id).catch(() => {});
}
