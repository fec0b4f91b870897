/** The length of a vector, by a plain loop: Math.hypot takes a call's worth of arguments. */
export function lengthOf(vector: Float32Array): number {
  let sum = 0
  for (let i = 0; i < vector.length; i++) sum += (vector[i] as number) ** 2
  return Math.sqrt(sum)
}
