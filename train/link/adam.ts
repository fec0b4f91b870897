import type { Layers } from './net.ts'

const MOMENTUM = 0.9
const MOMENTUM_OF_SQUARES = 0.999
const TINY = 1e-8

export type Adam = {
  /** Moves the weights against the slopes, summed over so many targets, and clears the slopes. */
  step(rate: number, targets: number): void
}

/** Adam (Kingma and Ba 2015) with the weights, not the biases, shrinking by `decay` beside it. */
export function createAdam(layers: Layers, slopes: Layers, decay: number): Adam {
  const mean = new Float32Array(layers.all.length)
  const squares = new Float32Array(layers.all.length)
  const shrunk = [layers.weights1, layers.weights2, layers.weights3]
  let steps = 0
  return {
    step(rate, targets) {
      steps += 1
      const scale = 1 - MOMENTUM ** steps
      const scaleOfSquares = 1 - MOMENTUM_OF_SQUARES ** steps
      for (const weights of shrunk) {
        for (let i = 0; i < weights.length; i += 1) {
          weights[i] = (weights[i] as number) * (1 - rate * decay)
        }
      }
      for (let i = 0; i < mean.length; i += 1) {
        const slope = (slopes.all[i] as number) / targets
        const m = MOMENTUM * (mean[i] as number) + (1 - MOMENTUM) * slope
        const s =
          MOMENTUM_OF_SQUARES * (squares[i] as number) + (1 - MOMENTUM_OF_SQUARES) * slope * slope
        mean[i] = m
        squares[i] = s
        layers.all[i] =
          (layers.all[i] as number) - (rate * (m / scale)) / (Math.sqrt(s / scaleOfSquares) + TINY)
      }
      slopes.all.fill(0)
    },
  }
}

/** The rate of a step: a short rise, then half a cosine down to almost nothing. */
export function rateAt(step: number, steps: number, top: number, rise: number): number {
  return (
    (top * Math.min(1, step / rise) * (1 + Math.cos((Math.PI * step) / steps))) / 2 + top / 1000
  )
}
