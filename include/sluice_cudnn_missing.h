/* Part of cudnn.h: what sluice's cuDNN has not, refused with a sentence where it is called. */
#ifndef SLUICE_CUDNN_MISSING_H
#define SLUICE_CUDNN_MISSING_H
#ifdef __clang__
#define SLUICE_MISSING(what) __attribute__((unavailable("sluice's cuDNN has no " what)))
#else
#define SLUICE_MISSING(what) __attribute__((error("sluice's cuDNN has no " what)))
#endif
#define SLUICE_NO_CALL(name, what) SLUICE_MISSING(what) cudnnStatus_t name(...);
#define SLUICE_NO_TYPE(name) typedef struct sluice_##name *name;
SLUICE_NO_TYPE(cudnnRNNDescriptor_t)
SLUICE_NO_TYPE(cudnnRNNDataDescriptor_t)
SLUICE_NO_TYPE(cudnnPersistentRNNPlan_t)
SLUICE_NO_TYPE(cudnnAttnDescriptor_t)
SLUICE_NO_TYPE(cudnnSeqDataDescriptor_t)
SLUICE_NO_TYPE(cudnnCTCLossDescriptor_t)
SLUICE_NO_TYPE(cudnnSpatialTransformerDescriptor_t)
SLUICE_NO_TYPE(cudnnFusedOpsPlan_t)
typedef void *cudnnBackendDescriptor_t;
#ifdef __cplusplus
extern "C" {
SLUICE_NO_CALL(cudnnCreateRNNDescriptor, "recurrent networks")
SLUICE_NO_CALL(cudnnSetRNNDescriptor_v6, "recurrent networks")
SLUICE_NO_CALL(cudnnSetRNNDescriptor_v8, "recurrent networks")
SLUICE_NO_CALL(cudnnCreateRNNDataDescriptor, "recurrent networks")
SLUICE_NO_CALL(cudnnSetRNNDataDescriptor, "recurrent networks")
SLUICE_NO_CALL(cudnnGetRNNWorkspaceSize, "recurrent networks")
SLUICE_NO_CALL(cudnnGetRNNTempSpaceSizes, "recurrent networks")
SLUICE_NO_CALL(cudnnGetRNNTrainingReserveSize, "recurrent networks")
SLUICE_NO_CALL(cudnnGetRNNParamsSize, "recurrent networks")
SLUICE_NO_CALL(cudnnGetRNNWeightSpaceSize, "recurrent networks")
SLUICE_NO_CALL(cudnnRNNForward, "recurrent networks")
SLUICE_NO_CALL(cudnnRNNForwardInference, "recurrent networks")
SLUICE_NO_CALL(cudnnRNNForwardTraining, "recurrent networks")
SLUICE_NO_CALL(cudnnRNNBackwardData, "recurrent networks")
SLUICE_NO_CALL(cudnnRNNBackwardData_v8, "recurrent networks")
SLUICE_NO_CALL(cudnnRNNBackwardWeights, "recurrent networks")
SLUICE_NO_CALL(cudnnRNNBackwardWeights_v8, "recurrent networks")
SLUICE_NO_CALL(cudnnCreateAttnDescriptor, "attention")
SLUICE_NO_CALL(cudnnSetAttnDescriptor, "attention")
SLUICE_NO_CALL(cudnnCreateSeqDataDescriptor, "attention")
SLUICE_NO_CALL(cudnnMultiHeadAttnForward, "attention")
SLUICE_NO_CALL(cudnnMultiHeadAttnBackwardData, "attention")
SLUICE_NO_CALL(cudnnMultiHeadAttnBackwardWeights, "attention")
SLUICE_NO_CALL(cudnnCreateCTCLossDescriptor, "CTC losses")
SLUICE_NO_CALL(cudnnCTCLoss, "CTC losses")
SLUICE_NO_CALL(cudnnCreateSpatialTransformerDescriptor, "spatial transformers")
SLUICE_NO_CALL(cudnnSpatialTfSamplerForward, "spatial transformers")
SLUICE_NO_CALL(cudnnSpatialTfGridGeneratorForward, "spatial transformers")
SLUICE_NO_CALL(cudnnDivisiveNormalizationForward, "divisive normalization")
SLUICE_NO_CALL(cudnnDivisiveNormalizationBackward, "divisive normalization")
SLUICE_NO_CALL(cudnnBatchNormalizationForwardTrainingEx, "batch normalization with an activation (the Ex calls)")
SLUICE_NO_CALL(cudnnBatchNormalizationBackwardEx, "batch normalization with an activation (the Ex calls)")
SLUICE_NO_CALL(cudnnNormalizationForwardTraining, "cudnnNormalization calls: cudnnBatchNormalization calls are there")
SLUICE_NO_CALL(cudnnNormalizationForwardInference, "cudnnNormalization calls: cudnnBatchNormalization calls are there")
SLUICE_NO_CALL(cudnnNormalizationBackward, "cudnnNormalization calls: cudnnBatchNormalization calls are there")
SLUICE_NO_CALL(cudnnTransformFilter, "transformed filters")
SLUICE_NO_CALL(cudnnReorderFilterAndBias, "filters of int8")
SLUICE_NO_CALL(cudnnIm2Col, "cudnnIm2Col")
SLUICE_NO_CALL(cudnnFusedOpsExecute, "fused operations")
SLUICE_NO_CALL(cudnnBackendCreateDescriptor, "graphs of operations (backend)")
SLUICE_NO_CALL(cudnnBackendExecute, "graphs of operations (backend)")
}
#endif
#undef SLUICE_NO_CALL
#undef SLUICE_NO_TYPE
#undef SLUICE_MISSING
#endif
